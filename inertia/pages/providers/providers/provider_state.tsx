import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Facts, Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import type { MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import { blockProvider, toggleProvider, unblockProvider, validateProvider } from './provider_confirmations'
import type { Companies, Provider } from './provider_page'
import styles from './providers.module.css'

type Props = {
  provider: Provider
  groupSite: Companies['groupSite']
  pending: MoneyValue
  agreed: { contracts: number; recurrents: number }
}

/** The state of a provider and what may be done about it. */
export function ProviderState({ provider, groupSite, pending, agreed }: Props) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const named = { id: provider.id, name: provider.legalName }
  const may = (transition: string) => provider.actions.includes(transition)
  return (
    <Section title="Estado">
      <div className={styles.stack}>
        <Facts facts={factsOf(provider, groupSite)} />
        {provider.isDraft ? (
          <p className={styles.small}>
            Llegó por la página pública: compruebe sus datos y valídelo. Hasta entonces no se le puede pagar.
          </p>
        ) : null}
        {may('validate') ? (
          <Button fullWidth onClick={() => setConfirmation(validateProvider(named))}>
            Validar
          </Button>
        ) : null}
        {may('unblock') ? (
          <Button fullWidth variant="default" onClick={() => setConfirmation(unblockProvider(named))}>
            Desbloquear
          </Button>
        ) : null}
        {may('block') ? (
          <>
            <Button
              fullWidth
              variant="default"
              onClick={() =>
                setConfirmation(toggleProvider({ ...named, active: provider.active, pending, agreed }))
              }
            >
              {provider.active ? 'Desactivar' : 'Activar'}
            </Button>
            <Button
              fullWidth
              variant="light"
              color="red"
              onClick={() => setConfirmation(blockProvider(named))}
            >
              Bloquear
            </Button>
          </>
        ) : null}
      </div>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}

function factsOf(provider: Provider, groupSite: Props['groupSite']) {
  return [
    { label: 'Código', value: <span className="num">{provider.code}</span> },
    { label: 'Se ofrece al elegir proveedor', value: provider.active ? 'Sí' : 'No' },
    ...(groupSite
      ? [
          {
            label: 'Es la empresa del grupo',
            value: groupSite.canOpen ? (
              <Link href={urlFor('sites.edit', { id: groupSite.id })}>{groupSite.name}</Link>
            ) : (
              groupSite.name
            ),
          },
        ]
      : []),
    ...(provider.mergedInto
      ? [
          {
            label: 'Fusionado en',
            value: (
              <Link href={urlFor('providers.edit', { id: provider.mergedInto.id })}>
                {provider.mergedInto.name} ({provider.mergedInto.code})
              </Link>
            ),
          },
        ]
      : []),
    ...(provider.blockReason ? [{ label: 'Motivo del bloqueo', value: provider.blockReason }] : []),
  ]
}
