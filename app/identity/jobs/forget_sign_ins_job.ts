import { forgetSignIns } from '#app/identity/actions/forget_sign_ins'
import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** Each night: who signed in from where, two years ago. */
export const forgetSignInsJob: ToldJob<Record<string, never>> = {
  queue: 'identity.forget-sign-ins',
  about: {
    title: 'Olvidar accesos antiguos',
    group: 'Sistema',
    changes: 'Borra quién entró y desde dónde cuando han pasado dos años.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '50 3 * * *',
  async work() {
    const updated = await forgetSignIns()
    return { message: counted(updated, 'acceso retirado', 'accesos retirados'), counters: { updated } }
  },
}
