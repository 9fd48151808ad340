import session from 'express-session'
import passport from 'passport'
import OpenIDConnectStrategy from 'passport-openidconnect'
import { app, CLIENT_ID, ISSUER, origin, REEVE_SECRET, start } from './application.js'

const endpoint = `${ISSUER}/protocol/openid-connect`
passport.use(
  new OpenIDConnectStrategy(
    {
      issuer: ISSUER,
      authorizationURL: `${endpoint}/auth`,
      tokenURL: `${endpoint}/token`,
      userInfoURL: `${endpoint}/userinfo`,
      clientID: CLIENT_ID,
      clientSecret: REEVE_SECRET,
      callbackURL: `${origin}/callback`,
      scope: ['profile'],
    },
    (_issuer, profile, done) => done(null, profile),
  ),
)
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

app.use(session({ secret: 'a secret for the cookies of this test', resave: false, saveUninitialized: false }))
app.use(passport.session())
app.get('/login', passport.authenticate('openidconnect'))
app.get('/callback', passport.authenticate('openidconnect', { successRedirect: '/', failWithError: true }))
app.get('/', ({ user }, response) => response.json({ sub: user.id, name: user.displayName }))
start()
