"""A small shop without a framework: PORT=8000 python3 shop.py"""

import html
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

# #region secret
import base64
import hashlib
import hmac
import json
import os
import time
from pathlib import Path


def read_secret(name: str) -> str:
    """The text of a secret file, without its line break."""
    secret = Path(os.environ[f"{name}_FILE"]).read_text().strip()
    if len(secret) < 32:
        raise ValueError(f"{name} is too short.")
    return secret


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
# #endregion secret


# #region token
def create_order_token(reference: str, amount: int, currency: str, secret: str) -> str:
    claims = {"reference": reference, "amount": amount, "currency": currency, "exp": int(time.time()) + 3600}
    signed = base64url(b'{"alg":"HS256"}') + "." + base64url(json.dumps(claims).encode())
    return signed + "." + base64url(hmac_sha256(secret.encode(), signed.encode()))
# #endregion token


# #region webhook
def verify_webhook(headers, body: bytes, secret: str) -> dict:
    """Returns the event of a request with these headers and this body."""
    event_id, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = b"v1," + base64.b64encode(hmac_sha256(key, f"{event_id}.{sent}.".encode() + body))
    signatures = headers.get("webhook-signature", "").split(" ")
    matches = any(hmac.compare_digest(expected, signature.encode()) for signature in signatures)
    if not matches or abs(time.time() - int(sent)) > 300:
        raise PermissionError("Not a webhook of the program.")
    return json.loads(body)
# #endregion webhook


# #region price
def is_price_request(authorization: str, reference: str, secret: str) -> bool:
    """Whether the program asks for the price of this order."""
    signed, _, signature = authorization.removeprefix("Bearer ").rpartition(".")
    expected = base64url(hmac_sha256(secret.encode(), signed.encode()))
    if not hmac.compare_digest(expected.encode(), signature.encode()):
        return False
    claims = json.loads(base64.urlsafe_b64decode(signed.split(".")[1] + "=="))
    return claims["aud"] == "price" and claims["exp"] > time.time() and claims["reference"] == reference
# #endregion price


PRICE = {"amount": 4999, "currency": "EUR"}  # replace with your database


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        path, query = urlsplit(self.path).path, parse_qs(urlsplit(self.path).query)
        reference = query.get("reference", [""])[0]
        if path == "/checkout":
            token = create_order_token(reference, **PRICE, secret=read_secret("ORDER_TOKEN_SECRET"))
            page = f"""<!doctype html>
                <html lang="en">
                  <title>Checkout</title>
                  <script type="module" src="/payment-widget/payment-widget.js"></script>
                  <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="{html.escape(reference)}"
                    order-token="{token}"></payment-widget>
                </html>"""
            self.answer(200, page, "text/html; charset=utf-8")
        elif path == "/price":
            authorization = self.headers.get("Authorization", "")
            if is_price_request(authorization, reference, read_secret("PRICE_SECRET")):
                self.answer(200, json.dumps(PRICE), "application/json")
            else:
                self.answer(401)
        else:
            self.answer(404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            payment = verify_webhook(self.headers, body, read_secret("SETTLED_SECRET"))["data"]
            is_price = {name: payment[name] for name in PRICE} == PRICE
            print(payment["reference"], payment["outcome"] if is_price else "at another price", flush=True)
            self.answer(204)
        except PermissionError:
            self.answer(401)

    def answer(self, status: int, text: str = "", content_type: str = "text/plain"):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.end_headers()
        self.wfile.write(text.encode())


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Shop).serve_forever()
