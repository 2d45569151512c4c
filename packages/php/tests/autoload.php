<?php

declare(strict_types=1);

spl_autoload_register(function (string $class): void {
    $file = preg_replace('/^PaymentWidget\\\\Proxy\\\\(Tests\\\\)?/', '', $class, 1, $count);
    if ($count === 1) {
        $folder = str_contains($class, '\\Tests\\') ? __DIR__ : __DIR__ . '/../src';
        require $folder . '/' . strtr($file, '\\', '/') . '.php';
    }
});
