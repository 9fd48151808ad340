// Signs in with github.com/coreos/go-oidc and golang.org/x/oauth2. The test replaces the marked line with the
// configuration that the console shows.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

func main() {
	ctx := context.Background()
	// CONFIGURATION

	var tokens *oauth2.Token
	fail := func(writer http.ResponseWriter, err error) { http.Error(writer, err.Error(), http.StatusInternalServerError) }

	http.HandleFunc("/login", func(writer http.ResponseWriter, request *http.Request) {
		url := config.AuthCodeURL("state", oauth2.AccessTypeOffline, oauth2.SetAuthURLParam("prompt", "consent"))
		http.Redirect(writer, request, url, http.StatusFound)
	})
	http.HandleFunc("/callback", func(writer http.ResponseWriter, request *http.Request) {
		given, err := config.Exchange(ctx, request.URL.Query().Get("code"))
		if err == nil {
			_, err = verifier.Verify(ctx, given.Extra("id_token").(string))
		}
		if err != nil {
			fail(writer, err)
			return
		}
		tokens = given
		http.Redirect(writer, request, "/", http.StatusFound)
	})
	show := func(writer http.ResponseWriter, source oauth2.TokenSource) {
		user, err := provider.UserInfo(ctx, source)
		claims := map[string]interface{}{}
		if err == nil {
			err = user.Claims(&claims)
		}
		if err != nil {
			fail(writer, err)
			return
		}
		json.NewEncoder(writer).Encode(claims)
	}
	http.HandleFunc("/refresh", func(writer http.ResponseWriter, request *http.Request) {
		expired := &oauth2.Token{RefreshToken: tokens.RefreshToken}
		show(writer, config.TokenSource(ctx, expired))
	})
	http.HandleFunc("/", func(writer http.ResponseWriter, request *http.Request) {
		if tokens == nil {
			return
		}
		show(writer, oauth2.StaticTokenSource(tokens))
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
