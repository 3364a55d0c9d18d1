import { Button } from '@mantine/core'
import { Instant } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'

export type OpenSession = {
  id: string
  device: string
  ip: string | null
  lastSeenAt: string
  current: boolean
}
type Props = { sessions: OpenSession[]; onConfirm: (confirmation: Confirmation) => void }

/** Where this user is signed in, and the way to close each. */
export function OpenSessions({ sessions, onConfirm }: Props) {
  return (
    <Section
      title="Sesiones abiertas"
      actions={
        sessions.length > 1 ? (
          <Button variant="default" size="xs" onClick={() => onConfirm(closingOthers)}>
            Cerrar las demás sesiones
          </Button>
        ) : null
      }
    >
      <PlainTable
        label="Sesiones abiertas"
        phone="cards"
        rows={sessions}
        keyOf={(session) => session.id}
        columns={[
          {
            key: 'device',
            header: 'Dispositivo',
            cell: (session) => `${session.device}${session.current ? ' (esta sesión)' : ''}`,
          },
          { key: 'ip', header: 'IP', cell: (session) => session.ip ?? '–' },
          {
            key: 'last_seen_at',
            header: 'Último acceso',
            cell: (session) => <Instant value={session.lastSeenAt} />,
          },
          {
            key: 'close',
            header: 'Acciones',
            cell: (session) =>
              session.current ? null : (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="red"
                  aria-label={`Cerrar la sesión de ${session.device}`}
                  onClick={() => onConfirm(closing(session))}
                >
                  Cerrar
                </Button>
              ),
          },
        ]}
      />
    </Section>
  )
}

const closing = (session: OpenSession): Confirmation => ({
  title: 'Cerrar la sesión',
  question: `Quien use ${session.device}${session.ip ? ` (${session.ip})` : ''} tendrá que volver a entrar.`,
  submitLabel: 'Cerrar sesión',
  isDangerous: true,
  method: 'delete',
  url: urlFor('2faSecurity.sessions.destroy', { session: session.id }),
})

const closingOthers: Confirmation = {
  title: 'Cerrar las demás sesiones',
  question: 'Se cerrarán todas sus sesiones salvo esta.',
  submitLabel: 'Cerrar las demás',
  isDangerous: true,
  method: 'delete',
  url: urlFor('2faSecurity.sessions.clear'),
}
