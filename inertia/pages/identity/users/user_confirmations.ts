import type { Confirmation } from '~/kit/dialog/confirm_action'
import { urlFor } from '~/urls'

type Named = { id: number; name: string }

/** Everything that can be done to a user without a form, by the name the server gives it. */
export const userActs: {
  name: string
  label: string
  isDangerous?: boolean
  ask: (user: Named) => Confirmation
}[] = [
  {
    name: 'resend',
    label: 'Reenviar la invitación',
    ask: ({ id, name }) => ({
      title: 'Reenviar la invitación',
      question: `Se enviará a «${name}» un enlace nuevo; el anterior dejará de servir.`,
      submitLabel: 'Reenviar la invitación',
      url: urlFor('users.password-link', { id }),
    }),
  },
  {
    name: 'reset_password',
    label: 'Restablecer contraseña',
    ask: ({ id, name }) => ({
      title: 'Restablecer contraseña',
      question: `Se enviará a «${name}» un enlace para elegir una contraseña nueva. La actual sirve hasta entonces.`,
      submitLabel: 'Enviar el enlace',
      url: urlFor('users.password-link', { id }),
    }),
  },
  {
    name: 'reset_two_factor',
    label: 'Restablecer 2FA',
    isDangerous: true,
    ask: ({ id, name }) => ({
      title: 'Restablecer la autenticación en dos pasos',
      question: `«${name}» tendrá que configurarla de nuevo y sus sesiones se cerrarán. Se le avisará por correo.`,
      submitLabel: 'Restablecer 2FA',
      isDangerous: true,
      method: 'delete',
      url: urlFor('users.two-factor.reset', { id }),
    }),
  },
  {
    name: 'unlock',
    label: 'Desbloquear',
    ask: ({ id, name }) => ({
      title: 'Desbloquear al usuario',
      question: `«${name}» podrá volver a intentar entrar desde ahora.`,
      submitLabel: 'Desbloquear',
      method: 'delete',
      url: urlFor('users.unlock', { id }),
    }),
  },
  {
    name: 'close_sessions',
    label: 'Cerrar sesiones',
    ask: ({ id, name }) => ({
      title: 'Cerrar sesiones',
      question: `«${name}» tendrá que volver a entrar en todos sus dispositivos.`,
      submitLabel: 'Cerrar sesiones',
      isDangerous: true,
      method: 'delete',
      url: urlFor('users.sessions.clear', { id }),
    }),
  },
  {
    name: 'suspend',
    label: 'Suspender',
    isDangerous: true,
    ask: ({ id, name }) => ({
      title: 'Suspender al usuario',
      question: `«${name}» no podrá entrar, sus sesiones se cerrarán y sus aprobaciones terminarán.`,
      submitLabel: 'Suspender',
      isDangerous: true,
      reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
      url: urlFor('users.suspend', { id }),
    }),
  },
  {
    name: 'reactivate',
    label: 'Reactivar',
    ask: ({ id, name }) => ({
      title: 'Reactivar al usuario',
      question: `«${name}» podrá volver a entrar. Sus aprobaciones no vuelven: hay que darlas de nuevo.`,
      submitLabel: 'Reactivar',
      method: 'delete',
      url: urlFor('users.reactivate', { id }),
    }),
  },
  {
    name: 'archive',
    label: 'Archivar',
    isDangerous: true,
    ask: ({ id, name }) => ({
      title: 'Archivar al usuario',
      question: `«${name}» no podrá volver a entrar nunca y su correo quedará libre. Su historial se conserva.`,
      submitLabel: 'Archivar',
      isDangerous: true,
      reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
      method: 'delete',
      url: urlFor('users.archive', { id }),
    }),
  },
]

export const closingSession = (user: Named, session: { id: string; device: string }): Confirmation => ({
  title: 'Cerrar la sesión',
  question: `«${user.name}» tendrá que volver a entrar en ${session.device}.`,
  submitLabel: 'Cerrar la sesión',
  isDangerous: true,
  method: 'delete',
  url: urlFor('users.sessions.destroy', { id: user.id, session: session.id }),
})
