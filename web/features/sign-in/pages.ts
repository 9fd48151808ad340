import { lazyRouteComponent } from '@tanstack/react-router'

/** Each in a file of its own: who is signed in loads none, who signs in this one alone. */
export const RegisterPage = lazyRouteComponent(() => import('./RegisterForm.tsx'), 'RegisterForm')
export const ForgetPage = lazyRouteComponent(() => import('./ForgetForm.tsx'), 'ForgetForm')

const legal = () => import('./Legal.tsx')
export const TermsPage = lazyRouteComponent(legal, 'TermsPage')
export const PrivacyPage = lazyRouteComponent(legal, 'PrivacyPage')
