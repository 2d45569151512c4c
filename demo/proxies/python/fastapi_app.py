"""A shop with one article in FastAPI. The program answers below /pay/; see README.md."""

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates
from starlette.concurrency import run_in_threadpool

from payments import HEADERS, create_order, find_order, receive_settled

app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
templates = Jinja2Templates("templates")


@app.get("/")
def shop():
    return HTMLResponse(templates.get_template("shop.html").render(), headers=HEADERS)


@app.post("/orders")
def buy():
    return RedirectResponse(f"/orders/{create_order(4999, 'EUR')}", 303)


@app.get("/orders/{reference}")
def checkout(reference: str):
    order = find_order(reference)
    if not order:
        raise HTTPException(404)
    page = templates.get_template("paid.html" if order["is_paid"] else "checkout.html")
    return HTMLResponse(page.render(order=order), headers=HEADERS)


@app.post("/settled")
async def settled(request: Request):
    return Response(status_code=await run_in_threadpool(receive_settled, request.headers, await request.body()))


app.mount("/", StaticFiles(directory="static"))
