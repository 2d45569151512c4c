<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <title>Shop</title>
  <link rel="stylesheet" href="/shop.css" />

  <main>
    <h1>Two tickets</h1>
    <p>€49.99</p>
    <form method="post" action="/orders">@csrf <button>Buy</button></form>
  </main>
</html>
