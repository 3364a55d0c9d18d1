import { ImportPage } from '~/kit/table_import/import_page'

export default ImportPage
