import { Head, router } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { EmptyState } from '~/kit/list/empty_state'
import { ListTabs } from '~/kit/list/list_tabs'
import { useListQuery } from '~/kit/list/use_list_query'
import { PageHead } from '~/kit/page_head'
import { urlFor } from '~/urls'
import type { AccountHead } from '../../accounts/accounts/account_props'
import { accountSections } from '../../accounts/accounts/account_sections'
import { Associations } from './associations'
import { RuleDialog } from './rule_dialog'
import { RuleList } from './rule_list'
import { type AssociationRow, emptyRule, type RuleOptions, type RuleRow } from './rule_types'
import styles from './rules.module.css'

type Props = {
  account: AccountHead
  rules: RuleRow[]
  associations: AssociationRow[]
  options: RuleOptions
  canWrite: boolean
}

const noLists: ReadonlySet<string> = new Set()

export default function RulesIndex({ account, rules, associations, options, canWrite }: Props) {
  const [edited, setEdited] = useState<RuleRow | 'new' | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const query = useListQuery(noLists)
  const { id } = account
  const askRemoval = (rule: RuleRow) =>
    setConfirmation({
      title: 'Eliminar la regla',
      question: `«${rule.name}» dejará de proponer. Lo que ya contabilizó se queda como está.`,
      submitLabel: 'Eliminar',
      isDangerous: true,
      method: 'delete',
      url: urlFor('accounts.rules.destroy', { id, rule: rule.id }),
    })
  const askForget = (row: AssociationRow) =>
    setConfirmation({
      title: 'Olvidar la asociación',
      question: `«${row.skeleton}» dejará de sumar puntos a ${row.party}.`,
      submitLabel: 'Olvidar',
      method: 'delete',
      url: urlFor('accounts.associations.destroy', { id, association: row.id }),
    })
  return (
    <div className={styles.page}>
      <Head title={`Reglas de ${account.name}`} />
      <PageHead
        title={account.name}
        subtitle={[account.site, account.iban].filter(Boolean).join(' · ')}
        back={urlFor('accounts')}
        actions={
          canWrite ? (
            <>
              <Button
                variant="default"
                onClick={() => router.post(urlFor('accounts.suggestions.store', { id }))}
              >
                Aplicar reglas
              </Button>
              <Button onClick={() => setEdited('new')}>Crear regla</Button>
            </>
          ) : null
        }
      />
      <ListTabs
        tabs={{ name: 'section', options: accountSections(id) }}
        counters={{}}
        query={{ ...query, query: { section: ['rules'] } }}
      />
      {rules.length === 0 ? (
        <EmptyState text="No hay reglas. Cree una para que los movimientos que se repiten se contabilicen o se propongan solos." />
      ) : (
        <RuleList accountId={id} rules={rules} canWrite={canWrite} onEdit={setEdited} onRemove={askRemoval} />
      )}
      <Associations rows={associations} canWrite={canWrite} onForget={askForget} />
      {edited ? (
        <RuleDialog
          accountId={id}
          ruleId={edited === 'new' ? null : edited.id}
          initial={edited === 'new' ? emptyRule : edited.form}
          options={options}
          onClose={() => setEdited(null)}
        />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  )
}
