/** Archives of equipment, units, persons and products. */
import type { RouteRow } from '@/ui/routeRow';
import { correctRoutes } from './routes/correct';
import { equipmentRoutes } from './routes/equipment';
import { inspectionRoutes } from './routes/inspection';
import { personRoutes } from './routes/person';
import { productRoutes } from './routes/product';
import { queryRoutes } from './routes/query';
import { refineryRoutes } from './routes/refinery';
import { safetyRoutes } from './routes/safety';
import { unitRoutes } from './routes/unit';

export const routes: RouteRow[] = [
  { path: '/bsArchives', name: 'bsArchives', title: '基础档案管理', kind: 'group' },
  ...equipmentRoutes,
  ...inspectionRoutes,
  ...unitRoutes,
  ...personRoutes,
  ...productRoutes,
  ...safetyRoutes,
  ...queryRoutes,
  ...correctRoutes,
  ...refineryRoutes,
];
