require 'json'
require 'omniauth_openid_connect'
require 'rack'
require 'webrick'

port = Integer(ENV.fetch('PORT'))
issuer = URI(ENV.fetch('ISSUER'))
user = nil
# Discovery uses https otherwise.
SWD.url_builder = URI::HTTP

application = Rack::Builder.new do
  use Rack::Session::Cookie, secret: 'a secret for the cookies of this test' * 2
  OmniAuth.config.allowed_request_methods = [:get]
  OmniAuth.config.silence_get_warning = true
  use OmniAuth::Builder do
    provider :openid_connect, {
      name: :reeve,
      issuer: issuer.to_s,
      discovery: true,
      scope: [:openid, :profile],
      client_options: {
        identifier: ENV.fetch('CLIENT_ID'),
        secret: ENV.fetch('REEVE_SECRET'),
        redirect_uri: "http://127.0.0.1:#{port}/auth/reeve/callback",
      },
    }
  end
  run lambda { |env|
    request = Rack::Request.new(env)
    case request.path
    when '/auth/reeve/callback'
      info = env['omniauth.auth']
      user = { sub: info.uid, name: info.info.name }
      [302, { 'Location' => '/' }, []]
    when '/auth/failure'
      [500, { 'Content-Type' => 'application/json' }, [{ error: request.params['message'] }.to_json]]
    else
      [200, { 'Content-Type' => 'application/json' }, [user.to_json]]
    end
  }
end.to_app

Rack::Handler::WEBrick.run(application, Host: '127.0.0.1', Port: port, AccessLog: [], Logger: WEBrick::Log.new(nil, 0))
