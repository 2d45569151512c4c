<?php
// For a trial with PHP's own server: `/pay/` is the proxy, any other address is a file. In production, use your web server.
if (!str_starts_with($_SERVER['REQUEST_URI'], '/pay/')) return false;
require __DIR__ . '/pay.php';
