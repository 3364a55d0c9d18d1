import type { Option } from '~/kit/fields/choice_fields'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf, RowBase } from '~/kit/list/list_types'
import { urlFor } from '~/urls'

type Props = { batches: ListOf<RowBase>; states: Option[] }

export default function PaymentBatchesIndex({ batches, states }: Props) {
  return (
    <ListPage
      title="Remesas"
      subtitle="Pagos aprobados que van juntos al banco: en un fichero SEPA, a mano o directamente."
      back={urlFor('paysuppliers')}
      list={batches}
      storageKey="payment_batches"
      searchLabel={null}
      filters={[
        { name: 'site_ids', label: 'Empresa', kind: 'sites' },
        { name: 'status', label: 'Estado', kind: 'multi', options: states },
        { name: 'due', label: 'Fecha de ejecución', kind: 'due' },
        { name: 'total', label: 'Total', kind: 'amounts' },
      ]}
      isExportable
      rowHref={(row) => urlFor('payment_batches.show', { id: row.id })}
      empty={{ text: 'Aún no hay remesas. Apruebe pagos en la bolsa y genere la primera.' }}
    />
  )
}
