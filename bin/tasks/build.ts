import { buildProduct } from './build_product.js'

await buildProduct()
