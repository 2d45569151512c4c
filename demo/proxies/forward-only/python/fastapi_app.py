"""A payment proxy at /pay for FastAPI."""

from fastapi import APIRouter, FastAPI, Request, Response

from payments import MAX_BODY_BYTES, METHODS, Problem, check_headers, send, to_response, to_request

router = APIRouter(include_in_schema=False)


@router.api_route("/pay/{path:path}", methods=METHODS)
async def pay(path: str, request: Request):
    try:
        check_headers(request.method, path, request.headers, request.headers.get("host"))
        outgoing, card = to_request(await read(request), request.headers["Idempotency-Key"])
        response = to_response(await send(outgoing), card)
    except Problem as problem:
        response = problem.response()
    status, text, headers = response
    return Response(text, status, headers)


async def read(request):
    """Reads the body. Stops once it is too long."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            break
    return body


app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)  # or your own application
app.include_router(router)
