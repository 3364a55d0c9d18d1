import { router } from '@inertiajs/react'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Instant } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import { useKeptFocus } from '~/kit/kept_focus'
import type { BankHead } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'
import { type ConnectionAct, connectionConfirmation } from './connection_confirmations'
import type { Connection } from './connection_types'

type Props = { bank: BankHead; connection: Connection; onConfirm: (confirmation: Confirmation) => void }

/** How a connection is and what may be done with it now. */
export function ConnectionState(props: Props) {
  const { bank, connection } = props
  return (
    <>
      <Section title="Estado">
        {connection.statusReason ? <p className={styles.text}>{connection.statusReason}</p> : null}
        <Facts facts={healthOf(connection)} />
        <StateButtons {...props} />
      </Section>
      {connection.consent ? (
        <Section title="Autorización">
          <p className={styles.text}>{connection.consent}</p>
          {connection.canConsent ? <ConsentButton {...props} /> : null}
        </Section>
      ) : null}
      <Section title="Avisos del banco">
        <p className={styles.text}>
          {connection.isSubscribed
            ? `${bank.title} avisa de cada cambio en cuanto ocurre.`
            : `${bank.title} no avisa todavía: los cambios se leen cada 15 minutos.`}
        </p>
      </Section>
    </>
  )
}

function healthOf(connection: Connection): { label: string; value: ReactNode }[] {
  const { lastSyncAt, lastOkAt, lastError, lastErrorAt, nextTryAt, blockedUntil } = connection
  return [
    { label: 'Última sincronización', value: <Instant value={lastSyncAt} /> },
    { label: 'Última respuesta', value: <Instant value={lastOkAt} /> },
    ...(lastError
      ? [
          {
            label: 'Último error',
            value: (
              <>
                <Instant value={lastErrorAt} /> · {lastError}
              </>
            ),
          },
        ]
      : []),
    ...(nextTryAt ? [{ label: 'Próximo intento', value: <Instant value={nextTryAt} /> }] : []),
    ...(blockedUntil
      ? [{ label: 'El banco pide esperar hasta', value: <Instant value={blockedUntil} /> }]
      : []),
  ]
}

const labels: Record<ConnectionAct, string> = {
  reconnect: 'Reconectar',
  resume: 'Reanudar',
  pause: 'Pausar',
  disable: 'Desactivar',
}

function StateButtons({ bank, connection, onConfirm }: Props) {
  const [isTesting, setIsTesting] = useState(false)
  const tester = useKeptFocus(isTesting)
  const urls = bankUrls(bank.path)
  const acts = (Object.keys(labels) as ConnectionAct[]).filter((act) => connection.acts.includes(act))
  if (connection.acts.length === 0) return null
  return (
    <div className={styles.acts}>
      <Button
        ref={tester}
        variant="default"
        size="xs"
        loading={isTesting}
        onClick={() =>
          router.post(
            urls.test(connection.id),
            {},
            {
              preserveScroll: true,
              onStart: () => setIsTesting(true),
              onFinish: () => setIsTesting(false),
            }
          )
        }
      >
        Probar conexión
      </Button>
      {acts.map((act) => (
        <Button
          key={act}
          size="xs"
          variant="default"
          color={act === 'disable' ? 'red' : undefined}
          onClick={() => onConfirm(connectionConfirmation(act, bank, connection))}
        >
          {labels[act]}
        </Button>
      ))}
    </div>
  )
}

function ConsentButton({ bank, connection, onConfirm }: Props) {
  if (connection.acts.length === 0) return null
  return (
    <Button
      size="xs"
      mt={8}
      variant={connection.needsConsent && !connection.isActive ? 'filled' : 'default'}
      onClick={() =>
        onConfirm({
          title: `Autorizar en ${bank.title}`,
          question: `Se abrirá ${bank.title} para que dé su consentimiento y después volverá a esta página.`,
          submitLabel: `Ir a ${bank.title}`,
          url: bankUrls(bank.path).consent(connection.id),
        })
      }
    >
      {connection.needsConsent ? 'Autorizar' : 'Renovar la autorización'}
    </Button>
  )
}
