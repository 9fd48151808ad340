import { useLocation } from '@tanstack/react-router'
import { ForgetForm } from './ForgetForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SignInForm } from './SignInForm.tsx'

/** /login, /register and /forget: one screen. */
export function SignInPage() {
  const { pathname } = useLocation()
  if (pathname === '/register') return <RegisterForm />
  if (pathname === '/forget') return <ForgetForm />
  return <SignInForm />
}
