<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Thank you</title>
  <link rel="stylesheet" href="/shop.css" />

  <main>
    <h1>Thank you</h1>
    <p>Your order <?= $text('reference') ?> is paid.</p>
  </main>
</html>
