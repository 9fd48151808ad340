import os

from flask import Flask, jsonify, redirect, request
from requests_oauthlib import OAuth2Session

app = Flask(__name__)
endpoint = os.environ['ISSUER'] + '/protocol/openid-connect'
origin = 'http://127.0.0.1:' + os.environ['PORT']
client_id, secret = os.environ['CLIENT_ID'], os.environ['REEVE_SECRET']
reeve = OAuth2Session(client_id, redirect_uri=origin + '/callback', scope='openid profile offline_access')


@app.route('/login')
def login():
    url, _state = reeve.authorization_url(endpoint + '/auth', prompt='consent')
    return redirect(url)


@app.route('/callback')
def callback():
    reeve.fetch_token(endpoint + '/token', client_secret=secret, authorization_response=request.url)
    return redirect('/')


@app.route('/refresh')
def refresh():
    reeve.refresh_token(endpoint + '/token', auth=(client_id, secret))
    return redirect('/')


@app.route('/')
def index():
    return jsonify(reeve.get(endpoint + '/userinfo').json())


@app.errorhandler(Exception)
def failed(error):
    return jsonify(error=repr(error)), 500


app.run(port=int(os.environ['PORT']))
