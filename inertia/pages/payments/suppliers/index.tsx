import type { ListOf } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { OrderList } from './order_list'
import { PayableList } from './payable_list'
import type { OrderListing, PayableRow, ProvisionRow } from './payment_rows'
import { ProvisionList } from './provision_list'
import { supplierTabs } from './supplier_tabs'

type Props = {
  tab: string
  invoices: ListOf<PayableRow> | null
  provisions: ListOf<ProvisionRow> | null
  orders: OrderListing | null
}

export default function PaySuppliersIndex({ tab, invoices, provisions, orders }: Props) {
  if (orders)
    return (
      <OrderList
        key={tab}
        tab={tab}
        orders={orders}
        tabs={supplierTabs}
        menu={[{ label: 'Pagos directos', href: urlFor('paysuppliers.direct') }]}
      />
    )
  if (provisions) return <ProvisionList provisions={provisions} />
  return invoices ? <PayableList invoices={invoices} tabs={supplierTabs} /> : null
}
