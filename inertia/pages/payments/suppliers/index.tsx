import type { ListOf } from '~/kit/list_types'
import { OrderList } from './order_list'
import { PayableList } from './payable_list'
import type { OrderRow, PayableRow } from './payment_rows'
import { supplierTabs } from './supplier_tabs'

type Props = {
  tab: string
  invoices: ListOf<PayableRow> | null
  orders: ListOf<OrderRow> | null
  role: string
}

export default function PaySuppliersIndex({ tab, invoices, orders }: Props) {
  if (orders) return <OrderList key={tab} tab={tab} orders={orders} tabs={supplierTabs} />
  return invoices ? <PayableList invoices={invoices} tabs={supplierTabs} /> : null
}
