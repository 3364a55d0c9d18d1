import { router } from '@inertiajs/react'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { TextField } from '~/kit/fields/text_fields'
import { EmptyState } from '~/kit/list/empty_state'
import { useListQuery } from '~/kit/list/use_list_query'
import type { Proposal } from './line_types'
import { ProposalCard } from './proposal_card'
import styles from './reconcile.module.css'
import type { Choice } from './use_choice'

type Props = { found: Proposal[] | null; choice: Choice; canWrite: boolean }

const lists: ReadonlySet<string> = new Set(['status'])

/** Any open item of the company, whatever its day: what the candidates do not show. */
export function ItemSearch({ found, choice, canWrite }: Props) {
  const query = useListQuery(lists)
  const [text, setText] = useState(String(query.query.items ?? ''))
  const search = () =>
    router.get(
      query.urlWith({ items: text.trim() || null }),
      {},
      { only: ['selected'], preserveState: true, preserveScroll: true, replace: true }
    )
  return (
    <Section title="Otras partidas abiertas">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <Group align="flex-end">
          <TextField
            name="items"
            label="Buscar en todas las partidas"
            help="Número, proveedor, cuenta, texto o importe; de cualquier fecha."
            lengthMax={100}
            value={text}
            onChange={setText}
          />
          <Button type="submit" variant="default">
            Buscar
          </Button>
        </Group>
      </form>
      {found?.length === 0 ? <EmptyState text="Ninguna partida abierta coincide." /> : null}
      <ul className={styles.proposals}>
        {(found ?? []).map((proposal) => (
          <ProposalCard key={proposal.key} proposal={proposal} choice={choice} canWrite={canWrite} />
        ))}
      </ul>
    </Section>
  )
}
