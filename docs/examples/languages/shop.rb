# A small shop without a framework: gem install webrick && PORT=8000 ruby shop.rb
require "cgi"
require "webrick"

# #region secret
require "json"
require "openssl"

# The text of a secret file, without its line break.
def read_secret(name)
  secret = File.read(ENV.fetch("#{name}_FILE")).strip
  raise "#{name} is too short." if secret.bytesize < 32
  secret
end

def base64url(bytes)
  [bytes].pack("m0").tr("+/", "-_").delete("=")
end
# #endregion secret

# #region token
def create_order_token(reference:, amount:, currency:, secret:)
  claims = { reference: reference, amount: amount, currency: currency, exp: Time.now.to_i + 3600 }
  signed = "#{base64url('{"alg":"HS256"}')}.#{base64url(JSON.generate(claims))}"
  "#{signed}.#{base64url(OpenSSL::HMAC.digest("SHA256", secret, signed))}"
end
# #endregion token

# #region webhook
class NotSigned < StandardError; end

# Returns the event of a request with these headers and this body.
def verify_webhook(headers, body, secret)
  id, sent = headers["webhook-id"], headers["webhook-timestamp"]
  key = secret.delete_prefix("whsec_").unpack1("m0")
  expected = "v1,#{[OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{sent}.#{body}")].pack("m0")}"
  signatures = headers["webhook-signature"].to_s.split(" ")
  matches = signatures.any? { |signature| OpenSSL.secure_compare(expected, signature) }
  raise NotSigned unless matches && (Time.now.to_i - sent.to_i).abs <= 300
  JSON.parse(body)
end
# #endregion webhook

# #region price
# Whether the program asks for the price of this order.
def price_request?(authorization, reference, secret)
  header, payload, signature = authorization.to_s.delete_prefix("Bearer ").split(".")
  expected = base64url(OpenSSL::HMAC.digest("SHA256", secret, "#{header}.#{payload}"))
  return false unless OpenSSL.secure_compare(expected, signature.to_s)
  claims = JSON.parse(payload.tr("-_", "+/").unpack1("m"))
  claims["aud"] == "price" && claims["exp"] > Time.now.to_i && claims["reference"] == reference
end
# #endregion price

PRICE = { amount: 4999, currency: "EUR" }.freeze # replace with your database

server = WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: ENV.fetch("PORT").to_i, AccessLog: [])
reference_of = ->(request) { request.query["reference"].to_s.dup.force_encoding("UTF-8") }

server.mount_proc "/checkout" do |request, response|
  reference = reference_of.call(request)
  token = create_order_token(reference: reference, **PRICE, secret: read_secret("ORDER_TOKEN_SECRET"))
  response["Content-Type"] = "text/html; charset=utf-8"
  response.body = <<~HTML
    <!doctype html>
    <html lang="en">
      <title>Checkout</title>
      <script type="module" src="/payment-widget/payment-widget.js"></script>
      <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="#{CGI.escapeHTML(reference)}"
        order-token="#{token}"></payment-widget>
    </html>
  HTML
end

server.mount_proc "/settled" do |request, response|
  payment = verify_webhook(request, request.body, read_secret("SETTLED_SECRET"))["data"]
  is_price = payment["amount"] == PRICE[:amount] && payment["currency"] == PRICE[:currency]
  warn "#{payment["reference"]} #{is_price ? payment["outcome"] : "at another price"}" # replace with your database
  response.status = 204
rescue NotSigned
  response.status = 401
end

server.mount_proc "/price" do |request, response|
  if price_request?(request["Authorization"], reference_of.call(request), read_secret("PRICE_SECRET"))
    response.body = JSON.generate(PRICE)
  else
    response.status = 401
  end
end

server.start
