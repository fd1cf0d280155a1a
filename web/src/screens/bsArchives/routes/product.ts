/** Products before they become devices. */
import type { RouteRow } from '@/ui/routeRow';

export const productRoutes: RouteRow[] = [
  { path: '/bsArchives/product', name: 'product', title: '产品管理', kind: 'group' },
  {
    path: '/bsArchives/product/boilerProducts',
    name: 'boilerProducts',
    title: '锅炉产品',
    kind: 'list',
    viewNo: 'product_boilerProducts_list',
  },
  {
    path: '/bsArchives/product/PressureVesselPdt',
    name: 'PressureVesselPdt',
    title: '压力容器产品',
    kind: 'list',
    viewNo: 'product_PressureVesselPdt_list',
  },
  {
    path: '/bsArchives/product/elevatorProducts',
    name: 'elevatorProducts',
    title: '电梯产品',
    kind: 'list',
    viewNo: 'product_elevatorProducts_list',
  },
  {
    path: '/bsArchives/product/hoistingProducts',
    name: 'hoistingProducts',
    title: '起重机械产品',
    kind: 'list',
    viewNo: 'product_hoistingProducts_list',
  },
  {
    path: '/bsArchives/product/pipingComProducts',
    name: 'pipingComProducts',
    title: '压力管道元件产品',
    kind: 'list',
    viewNo: 'product_pipingComProducts_list',
  },
  {
    path: '/bsArchives/product/pipingEngProducts',
    name: 'pipingEngProducts',
    title: '压力管道工程产品',
    kind: 'list',
    viewNo: 'product_pipingEngProducts_list',
  },
];
