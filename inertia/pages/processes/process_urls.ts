import { urlFor } from '~/urls'

type Which = { id: string; movesMoney: boolean }

/** Addresses of what is done to a process; those of one that moves money ask for the second factor again. */
export const processUrls = ({ id, movesMoney }: Which) => ({
  run: urlFor(movesMoney ? 'automatic-processes.payments.run' : 'automatic-processes.run', { key: id }),
  pause: urlFor(movesMoney ? 'automatic-processes.payments.pause' : 'automatic-processes.pause', { key: id }),
  resume: urlFor(movesMoney ? 'automatic-processes.payments.resume' : 'automatic-processes.resume', {
    key: id,
  }),
  retry: (runId: number) =>
    urlFor(movesMoney ? 'automatic-processes.payments.retry' : 'automatic-processes.retry', {
      key: id,
      id: runId,
    }),
  cancel: (runId: number) =>
    urlFor(movesMoney ? 'automatic-processes.payments.cancel' : 'automatic-processes.cancel', {
      key: id,
      id: runId,
    }),
})
