"""Shared by the Flask and FastAPI recipes. Copy it with either of them. See docs/contract.md."""

import asyncio
import json
import os
import re

import httpx

MAX_BODY_BYTES = 16_384
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]  # all except POST are rejected
MEMBERS = {"amount", "currency", "reference", "description", "customer", "payment_method", "metadata"}


def setting(name, pattern, expected):
    """An environment variable. Raises RuntimeError if it is missing or invalid."""
    value = os.environ.get(name, "")
    if not re.match(pattern, value):
        raise RuntimeError(f"{name} must be {expected}.")
    return value


MODE = setting("PAYMENTS_MODE", r"(test|live)\Z", "test or live")
API_KEY = setting("PAYMENTS_API_KEY", r"[\x21-\x7e]+\Z", "the API key, without spaces")
BASE_URL = setting(
    "PAYMENTS_BASE_URL",
    r"https?://[^/]" if MODE == "test" else r"https://[^/]|http://(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]+)?(/|\Z)",
    "an http or https URL, https in live mode",  # allows http to localhost
)
COMMON_HEADERS = {"Payments-Mode": MODE, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}

TIMEOUT = 30  # seconds
OPTIONS = {"timeout": httpx.Timeout(TIMEOUT, connect=5), "follow_redirects": False, "trust_env": False}
URL = BASE_URL.rstrip("/") + "/v1/payments"


class Problem(Exception):
    def __init__(self, status, code, detail, outcome="not_charged", **more):
        super().__init__(detail)
        self.status = status
        self.headers = {"Allow": "POST"} if status == 405 else {}
        self.document = {
            "type": "about:blank", "title": "Payment refused", "status": status,
            "detail": detail, "code": code, "outcome": outcome, **more,
        }

    def response(self):
        return self.status, json.dumps(self.document), {**COMMON_HEADERS, **self.headers, "Content-Type": "application/problem+json"}


# #region price
def price_of(reference):
    """The price of an order. Replace this with a database query.

    Anyone who knows the reference may see the price, so use references that no one can guess, or compare the order with
    the session of the shopper.
    """
    price = {"amount": 4999, "currency": "EUR"}
    if MODE == "test" and reference.startswith("check-proxy-"):
        return price
    return {"order-1042-5f2c9e7a1b3d4860": price}.get(reference)
# #endregion price


def check_headers(method, path, headers, host):
    """Runs before the body is read."""
    if path != "v1/payments":
        raise Problem(404, "not_found", "Expected /pay/v1/payments.")
    if method != "POST":
        raise Problem(405, "not_found", "Expected POST.")
    origin, site = headers.get("Origin"), headers.get("Sec-Fetch-Site")
    is_same_origin = site in ("same-origin", "none") if site else origin in (None, f"http://{host}", f"https://{host}")
    if not is_same_origin:
        raise Problem(403, "origin_not_allowed", "Cross-origin request. Expected the origin of this proxy.")
    if headers.get("Content-Type", "").split(";")[0].strip().lower() != "application/json":
        raise Problem(415, "invalid_request", "Expected Content-Type: application/json.")
    if headers.get("Content-Encoding"):
        raise Problem(415, "invalid_request", "Expected no Content-Encoding.")
    if not re.fullmatch(r"[A-Za-z0-9_-]{22,255}", headers.get("Idempotency-Key", "")):
        raise Problem(400, "invalid_request", "Expected an Idempotency-Key of 22 to 255 letters, digits, - and _.")
    if int(headers.get("Content-Length") or 0) > MAX_BODY_BYTES:
        raise Problem(413, "invalid_request", "The body is too long. Expected at most 16 KiB.")


def to_request(body, key):
    """Returns the request to the service, and the card, which the response must not contain."""
    if len(body) > MAX_BODY_BYTES:
        raise Problem(413, "invalid_request", "The body is too long. Expected at most 16 KiB.")
    try:
        payment = json.loads(body)
    except (ValueError, RecursionError):
        payment = None
    if not isinstance(payment, dict):
        raise Problem(400, "invalid_request", "The body is not a JSON object.")
    if payment.keys() - MEMBERS:
        raise Problem(422, "invalid_request", "The body has unknown members.")
    price = price_of(str(payment.get("reference", "")))
    if not price:
        raise Problem(404, "unknown_order", "Unknown order.")
    if {name: payment.get(name) for name in price} != price:
        raise Problem(409, "amount_changed", "The amount of this order has changed.", **price)
    try:
        # Sends the checked values. Another parser may read the original text differently.
        content = json.dumps({**payment, **price}, allow_nan=False)
    except ValueError:
        raise Problem(422, "invalid_request", "The body has an invalid number.") from None
    headers = {
        "Authorization": f"Bearer {API_KEY}", "Content-Type": "application/json",
        "Accept": "application/json", "Idempotency-Key": key,
    }
    method = payment.get("payment_method")
    card = method.get("card") if isinstance(method, dict) else None
    return {"content": content, "headers": headers}, card if isinstance(card, dict) else {}


async def send(outgoing):
    """No retries or redirects. wait_for limits the total time; the timeout of httpx restarts with each byte."""
    async with httpx.AsyncClient(**OPTIONS) as client:
        try:
            return await asyncio.wait_for(client.post(URL, **outgoing), TIMEOUT)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            raise Problem(502, "service_unreachable", "The payments service cannot be reached.") from None
        except (httpx.TimeoutException, asyncio.TimeoutError):
            raise Problem(504, "timeout", "The payments service did not respond in time.", "unknown") from None
        except httpx.HTTPError:
            raise Problem(502, "connection_lost", "The connection to the payments service was lost.", "unknown") from None


def contains_secret(text, card):
    if API_KEY in text:
        return True
    number, code = (re.sub(r"[^0-9]", "", str(card.get(name, ""))) for name in ("number", "cvc"))
    # Finds the number with any separators. Finds the security code only after its name: three digits alone are ambiguous.
    if number and number in re.sub(r"[^0-9]", "", text):
        return True
    name = r"(cv|csc|cid|security|verification|card_?code)[\w ]{0,30}\W{1,30}"
    return bool(code and re.search(rf"{name}{code}\b", text, re.IGNORECASE))


def to_response(service, card):
    """Passes on only status, JSON body and Retry-After."""
    text = service.text
    try:
        json.loads(text or "null")
    except (ValueError, RecursionError):
        text = None
    if text is None or 300 <= service.status_code < 400:
        raise Problem(502, "unreadable_answer", "The response of the payments service is not valid.", "unknown")
    if contains_secret(text, card):
        text = "{}"  # the status is enough
    headers = {**COMMON_HEADERS, "Content-Type": "application/json"}
    if "Retry-After" in service.headers:
        headers["Retry-After"] = service.headers["Retry-After"]
    return service.status_code, text, headers
