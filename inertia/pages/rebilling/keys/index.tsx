import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Option } from '~/kit/fields/choice_fields'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { urlFor } from '~/urls'

const ValuesDialog = lazy(async () => ({ default: (await import('./values_dialog')).ValuesDialog }))
const FeedDialog = lazy(async () => ({ default: (await import('./feed_dialog')).FeedDialog }))

export type KeyRow = {
  id: number
  name: string
  month: string
  site: string
  siteName: string
  value: string
  keyName: string
  monthOn: string
  siteId: number
  rawValue: string
  actions: string[]
}

/** A figure with up to four decimals, as it is typed. */
const cells: Cells<KeyRow> = { value: (row) => <span className="num">{row.value}</span> }

type Props = { keys: ListOf<KeyRow>; names: Option[]; feeds: Option[] }

export default function KeysIndex({ keys, names, feeds }: Props) {
  const [edited, setEdited] = useState<KeyRow | 'new' | null>(null)
  const [isFeeding, setIsFeeding] = useState(false)
  const filters: Filter[] = [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'name', label: 'Clave', kind: 'multi', options: names },
    { name: 'month', label: 'Mes', kind: 'day' },
  ]
  const rowActions: RowAction<KeyRow>[] = [
    { label: 'Editar', transition: 'edit', onSelect: setEdited },
    { label: 'Quitar', transition: 'remove', isDangerous: true, confirm: remove },
  ]
  const create = <Button onClick={() => setEdited('new')}>Introducir valores</Button>
  return (
    <ListPage
      title="Claves de reparto"
      subtitle="Lo que cada empresa tiene de cada clave, mes a mes: las reglas por clave reparten según estos valores."
      back={urlFor('setting')}
      list={keys}
      cells={cells}
      storageKey="allocation_keys"
      filters={filters}
      searchLabel={null}
      onRowOpen={setEdited}
      rowActions={rowActions}
      nouns={{ one: 'valor', many: 'valores' }}
      empty={{ text: 'No hay valores de ninguna clave.', action: create }}
      isExportable
      menu={[{ label: 'Tomar de los datos de la aplicación', onSelect: () => setIsFeeding(true) }]}
      actions={
        <>
          <Button component={Link} variant="default" href={urlFor('setting.keys.imports.create')}>
            Importar
          </Button>
          {create}
        </>
      }
    >
      <Suspense>
        {edited ? (
          <ValuesDialog
            names={names}
            row={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        ) : null}
        {isFeeding ? <FeedDialog feeds={feeds} onClose={() => setIsFeeding(false)} /> : null}
      </Suspense>
    </ListPage>
  )
}

const remove = (row: KeyRow) => ({
  title: 'Quitar el valor',
  question: `${row.name} de ${row.siteName} en ${row.month}: ${row.value}. Lo que ya se propuso no cambia.`,
  submitLabel: 'Quitar',
  isDangerous: true,
  method: 'delete' as const,
  url: urlFor('setting.keys.destroy', { key: row.id }),
})
