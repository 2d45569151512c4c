"""A payment proxy at /pay, in FastAPI."""

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

from payments import LONGEST_BODY, Problem, check_head, send, to_answer, to_request

app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
app.router.redirect_slashes = False


@app.post("/pay/v1/payments")
async def pay(request: Request):
    check_head(request.headers, request.headers.get("host"))
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_BODY:
            break
    outgoing, card = to_request(body, request.headers["Idempotency-Key"])
    return to_response(to_answer(await send(outgoing), card))


@app.exception_handler(Problem)
async def on_problem(_request, problem):
    return to_response(problem.answer())


@app.exception_handler(HTTPException)
async def on_error(_request, error):
    return to_response(Problem(error.status_code, "not_found", "Expected POST …/v1/payments.").answer())


def to_response(answer):
    status, text, headers = answer
    return Response(text, status, headers)
