import { type AuditEntry, type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import type { TimelineEvent } from '~/kit/detail/timeline'
import type { SiteOption } from '~/shared_props'
import type { RoleOption } from './user_row'

const events: Record<string, EventName> = {
  'user.created': { title: 'Usuario creado', tone: 'blue' },
  'user.changed': { title: 'Datos modificados' },
  'user.confirmed': { title: 'Confirmado por otra persona', tone: 'green' },
  'user.suspend': { title: 'Suspendido', tone: 'amber' },
  'user.reactivate': { title: 'Reactivado', tone: 'green' },
  'user.archive': { title: 'Archivado', tone: 'red' },
  'user.unlocked': { title: 'Desbloqueado', tone: 'green' },
  'user.sessions_closed': { title: 'Sesiones cerradas', tone: 'amber' },
  'user.invitation_sent': { title: 'Invitación reenviada' },
  'user.first_link_made': { title: 'Enlace del primer acceso creado' },
  'user.reset_sent': { title: 'Enlace de contraseña enviado' },
  'user.password_invitation': { title: 'Invitación aceptada', tone: 'green' },
  'user.password_reset': { title: 'Contraseña cambiada' },
  'user.two_factor_enabled': { title: 'Autenticación en dos pasos activada', tone: 'green' },
  'user.two_factor_disabled': { title: 'Autenticación en dos pasos desactivada', tone: 'amber' },
}

const fields: Record<string, string> = {
  name: 'Nombre',
  email: 'Email',
  role: 'Rol',
  siteIds: 'Empresas',
  sharedInbox: 'Bandeja común',
}

/** What happened to a user; roles and companies by their names. */
export function userHistory(
  entries: AuditEntry[],
  roles: RoleOption[],
  sites: SiteOption[]
): TimelineEvent[] {
  const roleOf = (role: unknown) => roles.find((option) => option.value === role)?.label ?? role
  const siteOf = (id: unknown) => sites.find((site) => site.id === id)?.code ?? String(id)
  const companiesOf = (ids: unknown) => (Array.isArray(ids) ? ids.map(siteOf).join(', ') : 'Todas')
  return timelineOf(entries, events, fields, {
    wordOf: (field, value) =>
      field === 'role' ? roleOf(value) : field === 'siteIds' ? companiesOf(value) : value,
  })
}
