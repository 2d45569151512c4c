// A small shop without a framework: PORT=8000 go run shop.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// #region secret
// readSecret returns the text of a secret file, without its line break.
func readSecret(name string) string {
	text, err := os.ReadFile(os.Getenv(name + "_FILE"))
	secret := strings.TrimSpace(string(text))
	if err != nil || len(secret) < 32 {
		log.Fatalf("%s is missing or too short.", name)
	}
	return secret
}

func hmacSHA256(key []byte, message string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(message))
	return mac.Sum(nil)
}

// #endregion secret

// #region token
func createOrderToken(reference string, amount int64, currency, secret string) (string, error) {
	claims, err := json.Marshal(map[string]any{
		"reference": reference, "amount": amount, "currency": currency, "exp": time.Now().Unix() + 3600,
	})
	base64url := base64.RawURLEncoding.EncodeToString
	signed := base64url([]byte(`{"alg":"HS256"}`)) + "." + base64url(claims)
	return signed + "." + base64url(hmacSHA256([]byte(secret), signed)), err
}

// #endregion token

// #region webhook
type settled struct {
	Data struct {
		Reference, Currency, Outcome string
		Amount                       int64
	}
}

// verifyWebhook returns the event of a request.
func verifyWebhook(request *http.Request, secret string) (event settled, err error) {
	body, err := io.ReadAll(io.LimitReader(request.Body, 256<<10))
	id, sent := request.Header.Get("webhook-id"), request.Header.Get("webhook-timestamp")
	key, keyErr := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	expected := "v1," + base64.StdEncoding.EncodeToString(hmacSHA256(key, id+"."+sent+"."+string(body)))
	matches := false
	for _, signature := range strings.Split(request.Header.Get("webhook-signature"), " ") {
		matches = matches || hmac.Equal([]byte(expected), []byte(signature))
	}
	seconds, _ := strconv.ParseInt(sent, 10, 64)
	age := time.Since(time.Unix(seconds, 0)).Abs()
	if err != nil || keyErr != nil || !matches || age > 5*time.Minute {
		return event, errors.New("not a webhook of the program")
	}
	return event, json.Unmarshal(body, &event)
}

// #endregion webhook

// #region price
// isPriceRequest reports whether the program asks for the price of this order.
func isPriceRequest(request *http.Request, reference, secret string) bool {
	token := strings.TrimPrefix(request.Header.Get("Authorization"), "Bearer ")
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return false
	}
	expected := base64.RawURLEncoding.EncodeToString(hmacSHA256([]byte(secret), parts[0]+"."+parts[1]))
	if !hmac.Equal([]byte(expected), []byte(parts[2])) {
		return false
	}
	var claims struct {
		Aud, Reference string
		Exp            int64
	}
	payload, _ := base64.RawURLEncoding.DecodeString(parts[1])
	return json.Unmarshal(payload, &claims) == nil &&
		claims.Aud == "price" && claims.Exp > time.Now().Unix() && claims.Reference == reference
}

// #endregion price

var checkout = template.Must(template.New("checkout").Parse(`<!doctype html>
<html lang="en">
  <title>Checkout</title>
  <script type="module" src="/payment-widget/payment-widget.js"></script>
  <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="{{.Reference}}"
    order-token="{{.Token}}"></payment-widget>
</html>`))

func main() {
	orderTokenSecret := readSecret("ORDER_TOKEN_SECRET")
	settledSecret := readSecret("SETTLED_SECRET")
	priceSecret := readSecret("PRICE_SECRET")

	http.HandleFunc("/checkout", func(w http.ResponseWriter, r *http.Request) {
		reference := r.URL.Query().Get("reference")
		token, err := createOrderToken(reference, 4999, "EUR", orderTokenSecret) // replace with your database
		if err != nil {
			http.Error(w, "", http.StatusInternalServerError)
			return
		}
		if err := checkout.Execute(w, map[string]string{"Reference": reference, "Token": token}); err != nil {
			log.Print(err)
		}
	})

	http.HandleFunc("/settled", func(w http.ResponseWriter, r *http.Request) {
		event, err := verifyWebhook(r, settledSecret)
		if err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		outcome := event.Data.Outcome
		if event.Data.Amount != 4999 || event.Data.Currency != "EUR" { // replace with your database
			outcome = "at another price"
		}
		log.Print(event.Data.Reference, " ", outcome)
		w.WriteHeader(http.StatusNoContent)
	})

	http.HandleFunc("/price", func(w http.ResponseWriter, r *http.Request) {
		if !isPriceRequest(r, r.URL.Query().Get("reference"), priceSecret) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Fprint(w, `{"amount":4999,"currency":"EUR"}`)
	})

	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
