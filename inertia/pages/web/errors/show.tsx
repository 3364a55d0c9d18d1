import { Head, Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { IconCloudOff, IconError404, IconLock, IconMoodSad } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '~/kit/list/empty_state'
import { useShared } from '~/shared_props'

/** `message` where there is more to say than the status does: a file that is not where it was. */
type Props = { status: 403 | 404 | 500 | 503; reference?: string; message?: string | null }

export default function ErrorPage({ status, reference, message }: Props) {
  const { auth } = useShared()
  const { title, text, icon } = messageOf(status, reference)
  return (
    <>
      <Head title={title} />
      <h1 className="only-read">{title}</h1>
      <EmptyState
        icon={icon}
        text={message ?? text}
        action={
          status === 503 ? (
            <Button variant="default" onClick={() => window.location.reload()}>
              Reintentar
            </Button>
          ) : (
            <Button component={Link} href={auth?.user ? '/' : '/login'} variant="default">
              {auth?.user ? 'Ir al inicio' : 'Iniciar sesión'}
            </Button>
          )
        }
      />
    </>
  )
}

function messageOf(
  status: Props['status'],
  reference = ''
): { title: string; text: string; icon: ReactNode } {
  const look = { size: 40, stroke: 1.2, 'aria-hidden': true }
  switch (status) {
    case 403:
      return {
        title: 'Sin permiso',
        text: 'No tiene permisos para ver esta página.',
        icon: <IconLock {...look} />,
      }
    case 404:
      return {
        title: 'Página no encontrada',
        text: 'Página no encontrada.',
        icon: <IconError404 {...look} />,
      }
    case 503:
      return {
        title: 'Servicio no disponible',
        text: 'Servicio no disponible temporalmente.',
        icon: <IconCloudOff {...look} />,
      }
    case 500:
      return {
        title: 'Error',
        text: `Se ha producido un error. Referencia ${reference}.`,
        icon: <IconMoodSad {...look} />,
      }
    default:
      return status satisfies never
  }
}
