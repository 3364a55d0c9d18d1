import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ListTabsOf } from '~/kit/list/list_tabs'
import { orderTabs } from '../order_tabs'
import { OrderList } from '../suppliers/order_list'
import type { OrderListing } from '../suppliers/payment_rows'
import { CreateTransferDialog } from './create_transfer_dialog'

const tabs: ListTabsOf = {
  name: 'tab',
  options: [...orderTabs],
}

type Props = { tab: string; orders: OrderListing; canCreate: boolean }

export default function TransfersIndex({ tab, orders, canCreate }: Props) {
  const [isCreating, setIsCreating] = useState(false)
  return (
    <>
      <OrderList
        key={tab}
        tab={tab}
        orders={orders}
        tabs={tabs}
        title="Traspasos entre cuentas"
        storageKey="own_transfers"
        actions={canCreate ? <Button onClick={() => setIsCreating(true)}>Nuevo traspaso</Button> : null}
      />
      {isCreating ? <CreateTransferDialog onClose={() => setIsCreating(false)} /> : null}
    </>
  )
}
