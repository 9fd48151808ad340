import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/graphql.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { createTotp, type TotpSetUp } from './mutations.ts'

/** Begins to set up an authenticator app; where that is refused, says why. */
export const useAddTotp = (begun: (setUp: TotpSetUp) => void) =>
  useMutation({
    mutationFn: async () => (await request(createTotp)).createTotp,
    onSuccess: begun,
    onError: (error) => toast('err', error.message),
  })
