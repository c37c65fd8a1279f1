import { Cluster, ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { Gateway, HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import { PodMonitor, PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1';

const models = {
  Cluster,
  ConfigMap,
  Deployment,
  Gateway,
  HTTPRoute,
  HorizontalPodAutoscaler,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  PrometheusRule,
  ScheduledBackup,
  Secret,
  Service,
};

/**
 * The plugin's own schema is not published as a package; its input has the form of the cluster's own backup, which it
 * replaces.
 */
function asBackupOfCluster({ apiVersion, metadata, spec: { configuration, retentionPolicy, ...rest } }) {
  if (apiVersion !== 'barmancloud.cnpg.io/v1' || Object.keys(rest).length > 0) return null;
  const backup = { barmanObjectStore: configuration, retentionPolicy };
  return {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Cluster',
    metadata,
    spec: { instances: 1, storage: { size: '1Gi' }, backup },
  };
}

export function refusalOf(given) {
  const resource = given.kind === 'ObjectStore' ? asBackupOfCluster(given) : given;
  if (resource === null) return 'not an ObjectStore of barmancloud.cnpg.io/v1';
  const Model = models[resource.kind];
  if (!Model) return `${resource.kind} has no schema here`;
  const model = new Model(resource);
  if (model.apiVersion !== resource.apiVersion) return `${resource.apiVersion} is not the version of the schema`;
  try {
    model.validate();
    return null;
  } catch (error) {
    return error.message;
  }
}
