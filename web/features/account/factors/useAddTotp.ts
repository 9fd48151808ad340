import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/graphql.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { createTotp, type TotpSetUp } from './mutations.ts'

/** Starts setting up an authenticator app. Shows the server's error message if the request fails. */
export const useAddTotp = (begun: (setUp: TotpSetUp) => void) =>
  useMutation({
    mutationFn: async () => (await request(createTotp)).createTotp,
    onSuccess: begun,
    onError: (error) => toast('err', error.message),
  })
