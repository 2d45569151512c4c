"""A payment proxy at /pay, in FastAPI."""

from fastapi import APIRouter, FastAPI, Request, Response

from payments import LONGEST_BODY, METHODS, Problem, check_head, send, to_answer, to_request

router = APIRouter(include_in_schema=False)


@router.api_route("/pay/{path:path}", methods=METHODS)
async def pay(path: str, request: Request):
    try:
        check_head(request.method, path, request.headers, request.headers.get("host"))
        outgoing, card = to_request(await read(request), request.headers["Idempotency-Key"])
        answer = to_answer(await send(outgoing), card)
    except Problem as problem:
        answer = problem.answer()
    status, text, headers = answer
    return Response(text, status, headers)


async def read(request):
    """The body, and no more of it than shows that it is too long."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_BODY:
            break
    return body


app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)  # or your own
app.include_router(router)
