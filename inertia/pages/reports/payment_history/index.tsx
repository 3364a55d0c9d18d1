import { Deferred, Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { ListPage } from '~/kit/list/list_page'
import { urlFor } from '~/urls'
import { historyCells } from './cells'
import { filtersOf, type HistoryIndex } from './filters'
import { LongTotals, NoTotals } from './long_totals'

export default function PaymentHistoryIndex(page: HistoryIndex) {
  const { payments, canImport } = page
  return (
    <ListPage
      title="Pagos Históricos"
      subtitle="Los pagos terminados de todas sus empresas y los importados de antes."
      list={payments}
      cells={historyCells}
      storageKey="payment_history"
      filters={filtersOf(page)}
      searchLabel="Beneficiario, concepto o referencia"
      rowHref={(row) => urlFor('historypay.show', { id: row.id })}
      nouns={{ one: 'pago', many: 'pagos' }}
      amountOf={(row) => row.amount}
      empty={{ text: 'No hay pagos con estos filtros.' }}
      isExportable
      notice={
        payments.totalIsExact ? null : (
          <Deferred data="longTotals" fallback={<LongTotals totals={null} />} rescue={<NoTotals />}>
            <LongTotals totals={page.longTotals ?? null} />
          </Deferred>
        )
      }
      actions={
        canImport ? (
          <Button
            component={Link}
            href={urlFor('historypay.imports.create')}
            variant="default"
            leftSection={<IconUpload size={16} />}
          >
            Importar histórico
          </Button>
        ) : null
      }
    />
  )
}
