import { useState } from 'react'
import type { AuditEntry } from '~/kit/audit_timeline'
import { ConfirmAction, type Confirmation } from '~/kit/confirm_action'
import { Instant } from '~/kit/day'
import { DetailPage, Facts, Section, TabbedParts } from '~/kit/detail_page'
import { ActionMenu } from '~/kit/page_head'
import { Timeline } from '~/kit/timeline'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import type { ManagedUser } from './managed_user'
import { TwoFactor, UserStatus } from './user_columns'
import { closingSession, userActs } from './user_confirmations'
import { UserDataTab } from './user_data_tab'
import { userHistory } from './user_history'
import type { RoleOption } from './user_row'
import { type OpenSession, UserSessions } from './user_sessions'
import { useUserForm } from './user_values'

type Props = {
  user: ManagedUser
  sessions: OpenSession[]
  events: AuditEntry[]
  roles: RoleOption[]
  mayGiveAllSites: boolean
}

export default function UsersEdit({ user, sessions, events, roles, mayGiveAllSites }: Props) {
  const { sites } = useShared()
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  // Kept here, so that what is typed outlives a look at another tab.
  const form = useUserForm({
    initial: {
      name: user.name,
      email: user.email,
      role: user.role,
      all_sites: user.site_ids === null,
      site_ids: (user.site_ids ?? []).map(String),
      shared_inbox: user.shared_inbox,
    },
    url: urlFor('users.update', { id: user.id }),
    method: 'put',
    lockVersion: user.lock_version,
  })
  const acts = userActs.filter((act) => user.actions.includes(act.name))
  return (
    <DetailPage
      title={user.name}
      subtitle={user.email}
      status={<UserStatus {...user} />}
      back={urlFor('users')}
      actions={
        acts.length > 0 ? (
          <ActionMenu
            label={`Acciones de ${user.name}`}
            actions={acts.map(({ label, isDangerous, ask }) => ({
              label,
              isDangerous,
              onSelect: () => setConfirmation(ask(user)),
            }))}
          />
        ) : null
      }
      rail={
        <Section title="Acceso">
          <Facts
            facts={[
              { label: 'Rol', value: user.role_label },
              { label: 'Autenticación en dos pasos', value: <TwoFactor isOn={user.two_factor} /> },
              { label: 'Último acceso', value: <Instant value={user.last_login_at} /> },
              { label: 'Contraseña cambiada', value: <Instant value={user.password_changed_at} /> },
            ]}
          />
        </Section>
      }
    >
      <TabbedParts
        tabs={[
          {
            value: 'data',
            label: 'Datos',
            content: (
              <UserDataTab
                form={form}
                user={user}
                roles={withOwn(roles, user)}
                mayGiveAllSites={mayGiveAllSites}
              />
            ),
          },
          {
            value: 'sessions',
            label: `Sesiones (${sessions.length})`,
            content: (
              <UserSessions
                sessions={sessions}
                onClose={(session) => setConfirmation(closingSession(user, session))}
              />
            ),
          },
          {
            value: 'history',
            label: 'Historial',
            content: <Timeline events={userHistory(events, withOwn(roles, user), sites)} />,
          },
        ]}
      />
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </DetailPage>
  )
}

/** The role that a user has is always shown, also to who may not give it. */
function withOwn(roles: RoleOption[], user: ManagedUser): RoleOption[] {
  return roles.some((role) => role.value === user.role)
    ? roles
    : [...roles, { value: user.role, label: user.role_label }]
}
