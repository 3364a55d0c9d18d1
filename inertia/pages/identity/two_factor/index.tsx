import { Button } from '@mantine/core'
import { useState } from 'react'
import { Instant } from '~/kit/day'
import { DetailPage, Facts, Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { type OpenSession, OpenSessions } from './open_sessions'
import { TwoFactorSetup } from './two_factor_setup'

type Props = {
  enabled: boolean
  confirmedAt: string | null
  setup: { qrSvg: string; secret: string } | null
  remainingCodes: number
  sessions: OpenSession[]
  canDisable: boolean
}

export default function TwoFactor({
  enabled,
  confirmedAt,
  setup,
  remainingCodes,
  sessions,
  canDisable,
}: Props) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return (
    <DetailPage
      title="Autenticación 2FA"
      subtitle="Un segundo código, además de la contraseña, para que nadie entre en su nombre."
      status={
        enabled ? (
          <StatusBadge tone="green" label="Activada" />
        ) : (
          <StatusBadge tone="amber" label="No activada" />
        )
      }
      menu={
        enabled && canDisable
          ? [{ label: 'Desactivar', isDangerous: true, onSelect: () => setConfirmation(disabling) }]
          : []
      }
    >
      {enabled ? (
        <Section
          title="Códigos de recuperación"
          actions={
            <Button variant="default" onClick={() => setConfirmation(renewing)}>
              Regenerar códigos de recuperación
            </Button>
          }
        >
          <Facts
            facts={[
              { label: 'Activada desde', value: <Instant value={confirmedAt} /> },
              { label: 'Códigos sin usar', value: <span className="num">{remainingCodes} de 10</span> },
            ]}
          />
        </Section>
      ) : (
        <TwoFactorSetup setup={setup} />
      )}
      <OpenSessions sessions={sessions} onConfirm={setConfirmation} />
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </DetailPage>
  )
}

const renewing: Confirmation = {
  title: 'Regenerar códigos de recuperación',
  question: 'Los códigos que guardó dejarán de servir y recibirá diez nuevos.',
  submitLabel: 'Regenerar códigos',
  url: urlFor('2faSecurity.recovery-codes.store'),
}

const disabling: Confirmation = {
  title: 'Desactivar la autenticación en dos pasos',
  question:
    'Su cuenta quedará protegida solo por la contraseña y perderá el acceso a la mayor parte del menú.',
  submitLabel: 'Desactivar',
  isDangerous: true,
  method: 'delete',
  url: urlFor('2faSecurity.destroy'),
}
