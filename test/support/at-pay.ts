/** The request as a proxy at `/pay` expects it, for servers that have a proxy at each of several paths. */
export function atPay(request: Request, mount: string): Request {
  const { origin, pathname, search } = new URL(request.url);
  return new Request(`${origin}/pay${pathname.slice(mount.length)}${search}`, request);
}
