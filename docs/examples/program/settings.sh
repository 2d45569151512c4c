cat > payments.env <<END
PAYMENTS_BASE_URL=http://127.0.0.1:4243
PAYMENTS_API_KEY=sandbox_test_…
PAYMENTS_MODE=test
ORDER_TOKEN_SECRET=$(openssl rand -base64 32)
SETTLED_URL=http://127.0.0.1:8000/settled
SETTLED_SECRET=whsec_$(openssl rand -base64 32)
ALLOWED_ORIGINS="http://127.0.0.1:8000 http://localhost:8000"
LISTEN=127.0.0.1:4300
END
