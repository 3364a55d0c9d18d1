import { Link } from '@inertiajs/react'
import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ListQueryState } from '~/kit/list/use_list_query'
import { urlFor } from '~/urls'

/**
 * «Exportar»: the filtered set, all its pages, as XLSX or CSV, and as PDF where the server prints it. Plain links, because the answer is a file; a long list
 * is made in the background and found among the exports.
 */
export function ExportMenu({ query, isPrintable }: { query: ListQueryState; isPrintable?: boolean }) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="xs" leftSection={<IconDownload size={16} />}>
          Exportar
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={query.urlWith({ export: 'xlsx' })}>
          Excel (XLSX)
        </Menu.Item>
        <Menu.Item component="a" href={query.urlWith({ export: 'csv' })}>
          CSV
        </Menu.Item>
        {isPrintable ? (
          <Menu.Item component="a" href={query.urlWith({ export: 'pdf' })}>
            PDF
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item component={Link} href={urlFor('exports.index')}>
          Ver exportaciones
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
