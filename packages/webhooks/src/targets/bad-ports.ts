/**
 * Ports where something other than HTTP listens, so that a POST there could be taken for a command: the
 * bad ports of the Fetch standard (section 2.9), then databases, caches, queues and machine control.
 */
export const BAD_PORTS: readonly number[] = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,

  // SMB, syslog over TLS, rsync
  445, 6514, 873,
  // SQL Server, Oracle, MySQL, PostgreSQL, CockroachDB, Cassandra, MongoDB, Neo4j
  1433, 1434, 1521, 3306, 5432, 6432, 26257, 9042, 27017, 27018, 27019, 7687,
  // Redis, Sentinel, memcached, Elasticsearch, CouchDB, InfluxDB
  6379, 6380, 26379, 11211, 9200, 9300, 5984, 8086,
  // AMQP, MQTT, NATS, Kafka, ZooKeeper
  5671, 5672, 1883, 8883, 4222, 9092, 2181,
  // Docker, etcd, Kubernetes, Consul, Vault
  2375, 2376, 2377, 2379, 2380, 6443, 10250, 10255, 8500, 8200,
  // RDP, VNC, WinRM
  3389, 5900, 5985, 5986,
];
