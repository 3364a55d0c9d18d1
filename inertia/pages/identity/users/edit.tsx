import { Button } from '@mantine/core'
import { useState } from 'react'
import { Instant } from '~/kit/day'
import type { AuditEntry } from '~/kit/detail/audit_timeline'
import { DetailPage, Facts, Section, TabbedParts } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { ActionMenu } from '~/kit/page_head'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import { confirmingPerson } from '../../sites/pending_changes/confirmations'
import type { PendingPerson } from '../../sites/pending_changes/pending'
import { PendingPersonNotice } from '../../sites/pending_changes/pending_notice'
import type { ManagedUser } from './managed_user'
import { TwoFactor, UserStatus } from './user_cells'
import { closingSession, userActs } from './user_confirmations'
import { UserDataTab } from './user_data_tab'
import { userHistory } from './user_history'
import type { RoleOption } from './user_row'
import { type OpenSession, UserSessions } from './user_sessions'
import { useUserForm } from './user_values'

type Props = {
  user: ManagedUser
  /** They wait for a second person before they count as an approver. */
  unconfirmed: PendingPerson | null
  sessions: OpenSession[]
  events: AuditEntry[]
  roles: RoleOption[]
  canGiveAllSites: boolean
}

export default function UsersEdit({ user, unconfirmed, sessions, events, roles, canGiveAllSites }: Props) {
  const { sites } = useShared()
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  // Kept here, so that what is typed outlives a look at another tab.
  const form = useEditForm(user)
  return (
    <DetailPage
      title={user.name}
      subtitle={user.email}
      status={<UserStatus {...user} />}
      back={urlFor('users')}
      actions={
        <>
          {unconfirmed?.hindrance === null ? (
            <Button onClick={() => setConfirmation(confirmingPerson(unconfirmed))}>
              Confirmar al usuario
            </Button>
          ) : null}
          <UserActs user={user} onConfirm={setConfirmation} />
        </>
      }
      rail={<AccessSection user={user} />}
    >
      <PendingPersonNotice person={unconfirmed} />
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
                canGiveAllSites={canGiveAllSites}
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

const useEditForm = (user: ManagedUser) =>
  useUserForm({
    initial: {
      name: user.name,
      email: user.email,
      role: user.role,
      allSites: user.siteIds === null,
      siteIds: (user.siteIds ?? []).map(String),
      sharedInbox: user.sharedInbox,
    },
    url: urlFor('users.update', { id: user.id }),
    method: 'put',
    lockVersion: user.lockVersion,
  })

type ActsProps = { user: ManagedUser; onConfirm: (confirmation: Confirmation) => void }

/** What may be done about the user now. */
function UserActs({ user, onConfirm }: ActsProps) {
  const acts = userActs.filter((act) => user.actions.includes(act.name))
  return (
    <ActionMenu
      label={`Acciones de ${user.name}`}
      actions={acts.map(({ label, isDangerous, ask }) => ({
        label,
        isDangerous,
        onSelect: () => onConfirm(ask(user)),
      }))}
    />
  )
}

function AccessSection({ user }: { user: ManagedUser }) {
  return (
    <Section title="Acceso">
      <Facts
        facts={[
          { label: 'Rol', value: user.roleLabel },
          { label: 'Autenticación en dos pasos', value: <TwoFactor isOn={user.twoFactor} /> },
          { label: 'Último acceso', value: <Instant value={user.lastLoginAt} /> },
          { label: 'Contraseña cambiada', value: <Instant value={user.passwordChangedAt} /> },
        ]}
      />
    </Section>
  )
}

/** The role that a user has is always shown, also to who may not give it. */
function withOwn(roles: RoleOption[], user: ManagedUser): RoleOption[] {
  return roles.some((role) => role.value === user.role)
    ? roles
    : [...roles, { value: user.role, label: user.roleLabel }]
}
