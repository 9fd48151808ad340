import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * Each page has its own chunk, so that visitors load only the page that they open, and signed-in users load
 * none.
 */
export const RegisterPage = lazyRouteComponent(() => import('./RegisterForm.tsx'), 'RegisterForm')
export const ForgetPage = lazyRouteComponent(() => import('./ForgetForm.tsx'), 'ForgetForm')

const legal = () => import('./Legal.tsx')
export const TermsPage = lazyRouteComponent(legal, 'TermsPage')
export const PrivacyPage = lazyRouteComponent(legal, 'PrivacyPage')
