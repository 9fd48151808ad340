import { lazyRouteComponent } from '@tanstack/react-router'

/** Each page is its own chunk: a sign-in loads only its own, and a signed-in user loads none. */
export const RegisterPage = lazyRouteComponent(() => import('./RegisterForm.tsx'), 'RegisterForm')
export const ForgetPage = lazyRouteComponent(() => import('./ForgetForm.tsx'), 'ForgetForm')

const legal = () => import('./Legal.tsx')
export const TermsPage = lazyRouteComponent(legal, 'TermsPage')
export const PrivacyPage = lazyRouteComponent(legal, 'PrivacyPage')
