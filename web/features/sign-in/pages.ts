import { lazyRouteComponent } from '@tanstack/react-router'

/** In a file of its own, which who is signed in need not load. */
export const SignInPage = lazyRouteComponent(() => import('./SignIn.tsx'), 'SignInPage')

const legal = () => import('./Legal.tsx')
export const TermsPage = lazyRouteComponent(legal, 'TermsPage')
export const PrivacyPage = lazyRouteComponent(legal, 'PrivacyPage')
