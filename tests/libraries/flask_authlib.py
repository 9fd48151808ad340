import os

from flask import Flask, redirect, session, jsonify

app = Flask(__name__)
app.secret_key = 'a secret for the cookies of this test'
with open(os.environ['CONFIGURATION']) as configuration:
    exec(configuration.read())


@app.route('/callback')
def callback():
    token = oauth.reeve.authorize_access_token()
    session['sub'] = token['userinfo']['sub']
    app.config['TOKEN'] = token
    return redirect('/')


@app.route('/')
def index():
    return jsonify(oauth.reeve.userinfo(token=app.config['TOKEN']))


@app.errorhandler(Exception)
def failed(error):
    return jsonify(error=repr(error)), 500


app.run(port=int(os.environ['PORT']))
