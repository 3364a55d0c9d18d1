import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Instant } from '~/kit/day'
import type { OrderPage } from './order_page'

/** What must not be overlooked of a payment: that it was refused, or that its file is frozen. */
export function OrderNotice({ order }: Pick<OrderPage, 'order'>) {
  const { rejection, isQueued, hold, authorisation, unsent } = order
  if (authorisation) return <AuthorisationNotice {...authorisation} hold={hold} />
  if (rejection)
    return (
      <Alert color="red" mb="lg" role="alert" icon={<IconAlertTriangle size={18} />} title="Pago rechazado">
        {rejection.by ?? 'El sistema'} lo rechazó el <Instant value={rejection.at} />: {rejection.reason}
        <div>Corríjalo, cancélelo o páselo otra vez a la bolsa.</div>
      </Alert>
    )
  if (unsent)
    return (
      <Alert
        color="amber"
        mb="lg"
        role="alert"
        icon={<IconAlertTriangle size={18} />}
        title="No se ha enviado: sigue aprobado"
      >
        {unsent}
        <div>Nada se ha cargado. Genere la remesa para enviarlo de nuevo, o quítelo de la bolsa.</div>
      </Alert>
    )
  if (isQueued && hold)
    return (
      <Alert
        color="red"
        mb="lg"
        role="alert"
        icon={<IconAlertTriangle size={18} />}
        title="Este pago no puede salir"
      >
        {hold}. Su remesa no se puede descargar ni marcar como enviada mientras esté en ella: sáquelo en la
        página de la remesa.
      </Alert>
    )
  return null
}

function AuthorisationNotice({
  provider,
  url,
  instruction,
  expiresAt,
  hold,
}: NonNullable<OrderPage['order']['authorisation']> & { hold: string | null }) {
  return (
    <Alert
      color="amber"
      mb="lg"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={`Pendiente de autorizar en ${provider}. Abra ${provider} y confirme la operación.`}
    >
      {instruction}{' '}
      {url ? (
        <Anchor href={url} target="_blank" rel="noopener noreferrer">
          Abrir {provider}
        </Anchor>
      ) : null}
      {hold ? <div>{hold}. Autorícelo o cancélelo allí: nada se carga mientras tanto.</div> : null}
      {expiresAt && !hold ? (
        <div>
          Hasta el <Instant value={expiresAt} />; si nadie lo autoriza, el pago sigue aprobado y nada se
          carga.
        </div>
      ) : null}
    </Alert>
  )
}
