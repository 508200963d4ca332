export {
  stepwardExpress,
  type ExpressMiddleware,
  type ExpressRequest,
} from './express-middleware.js';
