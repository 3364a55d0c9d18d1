import { Button } from '@mantine/core'
import { Instant } from '~/kit/day'
import { PlainTable } from '~/kit/table/plain_table'

export type OpenSession = { id: string; device: string; ip: string | null; lastSeenAt: string }
type Props = { sessions: OpenSession[]; onClose: (session: OpenSession) => void }

/** Where a user is signed in, and the way to end each. */
export function UserSessions({ sessions, onClose }: Props) {
  return (
    <PlainTable
      label="Sesiones abiertas"
      phone="cards"
      rows={sessions}
      keyOf={(session) => session.id}
      empty="No tiene sesiones abiertas."
      columns={[
        { key: 'device', header: 'Dispositivo', cell: (session) => session.device },
        { key: 'ip', header: 'IP', cell: (session) => session.ip ?? '–' },
        {
          key: 'last_seen_at',
          header: 'Último uso',
          cell: (session) => <Instant value={session.lastSeenAt} />,
        },
        {
          key: 'close',
          header: 'Acciones',
          cell: (session) => (
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={`Cerrar la sesión de ${session.device}`}
              onClick={() => onClose(session)}
            >
              Cerrar
            </Button>
          ),
        },
      ]}
    />
  )
}
